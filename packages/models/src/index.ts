export * from './command-model.ts'
export * from './model-settings.ts'
export * from './model-world.ts'
export * from './open-model.ts'

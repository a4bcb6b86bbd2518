import * as z from 'zod/mini'
import type { Field } from '../operations/field.ts'
import { argumentOf } from '../operations/given-input.ts'
import type { Effect, Operation } from '../operations/operation.ts'
import { loadOperation } from './load-operation.ts'
import type { Argument, Tool } from './tools/tool.ts'

// Types rather than interfaces, and not readonly: as the protocol's own package takes them.

/** What one argument may be. */
type PropertySchema = { type?: string; enum?: string[]; items?: { type: string }; description?: string }

/** A JSON Schema as `tools/list` has it. */
type ObjectSchema = { type: 'object'; properties?: { [name: string]: PropertySchema }; required?: string[] }

/** A tool as an agent is told of it. */
export interface ToolDescription {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  readonly outputSchema: ObjectSchema
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
  }
}

/** Derived from the operations that the tool stands for, so that the two can't disagree. */
export async function describeTool(tool: Tool): Promise<ToolDescription> {
  const operations = await Promise.all(tool.actions.map(([, name]) => loadOperation(name)))
  const effects = operations.map(({ effect }) => effect)
  const { name, title, description } = tool
  return {
    name,
    title,
    description,
    inputSchema: inputSchema(tool, operations),
    // What an answer holds is in the reference: in each session it would cost more than it tells.
    outputSchema: { type: 'object' },
    annotations: annotationsOf(effects, tool.isIdempotent === true),
  }
}

function annotationsOf(effects: readonly Effect[], isIdempotent: boolean): ToolDescription['annotations'] {
  // What is rendered can be made again at any time.
  const readOnlyHint = effects.every((effect) => effect === 'reads' || effect === 'renders')
  return {
    readOnlyHint,
    destructiveHint: effects.includes('erases'),
    idempotentHint: readOnlyHint || isIdempotent,
  }
}

function inputSchema(tool: Tool, operations: readonly Operation[]): ObjectSchema {
  const shows = tool.shows === 'all' ? operations.flatMap(allArguments) : tool.shows
  const shown = shows.flatMap((argument) => {
    const field = findField(argument, operations)
    return field === undefined ? [] : [[argument.name, property(argument, field)] as const]
  })
  const { standardInput } = tool
  const hasActions = tool.actions.length > 1 && tool.choosesItself !== true
  const properties: ObjectSchema['properties'] = {
    ...(hasActions && { action: { type: 'string', enum: tool.actions.map(([name]) => name) } }),
    ...Object.fromEntries(shown),
    ...(standardInput && { [standardInput.name]: { description: standardInput.doc } }),
  }
  const required = [
    ...(hasActions ? ['action'] : []),
    ...shows.filter((argument) => argument.required).map(({ name }) => name),
  ]
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

function allArguments({ fields }: Operation): readonly Argument[] {
  return Object.entries(fields).map(([field, { schema }]) => ({
    name: argumentOf(field),
    fields: [field],
    ...(!schema.safeParse(undefined).success && { required: true }),
  }))
}

function findField({ fields }: Argument, operations: readonly Operation[]): Field | undefined {
  for (const operation of operations) {
    const name = fields.find((each) => Object.hasOwn(operation.fields, each))
    if (name !== undefined) return operation.fields[name]
  }
  return undefined
}

/** What an agent needs to know of a value: its kind, its choices, and what it means where the name doesn't say so. */
function property({ doc, type }: Argument, field: Field): PropertySchema {
  const description = doc ?? field.doc
  return { ...(type === undefined ? kindOf(field) : { type }), ...(description !== '' && { description }) }
}

function kindOf(field: Field): PropertySchema {
  // What is several words on a command line is one text here.
  if (field.place === 'rest') return { type: 'string' }
  if (field.shape === 'list') return { type: 'array', items: { type: 'string' } }
  const { type } = z.toJSONSchema(field.schema, { io: 'input' })
  return { ...(typeof type === 'string' && { type }), ...(field.choices && { enum: [...field.choices] }) }
}

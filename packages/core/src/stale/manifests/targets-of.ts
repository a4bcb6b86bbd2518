const MAKE_TARGET = /^([\w.%/$(){}-]+(?:[ \t]+[\w.%/$(){}-]+)*)[ \t]*::?(?!=)/gm
const JUST_RECIPE = /^@?([A-Za-z_][\w-]*)(?:[ \t]+[^:\n=]*)?:(?!=)/gm
const JUST_ALIAS = /^alias[ \t]+([\w-]+)[ \t]*:=/gm
const PATTERN = /[%$]/

/** Targets of a makefile; undefined where it makes some by a pattern or takes others in, so that none is surely missing. */
export function makeTargets(text: string): readonly string[] | undefined {
  const targets = [...text.matchAll(MAKE_TARGET)].flatMap(([, names = '']) => names.split(/\s+/))
  if (targets.some((target) => PATTERN.test(target)) || /^-?include\b/m.test(text)) return undefined
  return targets
}

/** Recipes of a justfile, and their other names; undefined where it takes others in. */
export function justRecipes(text: string): readonly string[] | undefined {
  if (/^(?:import|mod)\b/m.test(text)) return undefined
  return [...text.matchAll(JUST_RECIPE), ...text.matchAll(JUST_ALIAS)].map(([, name = '']) => name)
}

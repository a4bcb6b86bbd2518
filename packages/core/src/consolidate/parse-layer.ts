import { LAYERS, type Layer } from '../domain/entry.ts'
import { VarveError } from '../domain/errors.ts'

/** Other words for each layer. */
const ALIASES: Readonly<Partial<Record<Layer, string>>> = {
  goal: 'why goals target targets intent',
  context: 'background reason situation timing',
  emotion: 'tone feelings mood',
  implementation: 'impl how success failure tried attempts',
  caveat: 'warning warnings pain rule rules pitfall pitfalls dont',
  learning: 'decision decisions learned insight insights growth',
}

const LAYER_OF: ReadonlyMap<string, Layer> = new Map(
  LAYERS.flatMap((layer) => [layer, ...(ALIASES[layer]?.split(' ') ?? [])].map((name) => [name, layer])),
)

/** Reads the name of a layer, or another word for it. Throws `unknown_layer`. */
export function parseLayer(typed: string): Layer {
  const layer = LAYER_OF.get(typed.trim().toLowerCase())
  if (layer !== undefined) return layer
  throw new VarveError(
    'unknown_layer',
    `no layer: ${JSON.stringify(typed)}; there are ${LAYERS.join(', ')}`,
    {
      fix: ['varve add "Deploys fail on Fridays." --layer caveat'],
    },
  )
}

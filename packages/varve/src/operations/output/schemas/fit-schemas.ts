import * as z from 'zod/mini'
import * as part from '../shapes.ts'

const figure = z.number()

const policy = z.strictObject({
  name: part.text,
  config: z.strictObject({ budget: part.count }),
  tok: figure,
  cost_ratio: figure,
  cost_usd: figure,
  passes: part.count,
  busts: part.count,
  frr: figure,
  uar: figure,
  uir: figure,
  new_violations: part.count,
  cost_refetch_ratio: figure,
})

const level = z.enum(['full', 'compressed', 'placeholder'])

const windowPart = z.strictObject({
  key: part.text,
  kind: part.text,
  message: part.count,
  op: z.optional(part.text),
  path: z.optional(part.text),
  level,
  tokens: part.count,
  shown: part.count,
  reason: part.text,
  class: z.optional(part.count),
  p: z.optional(figure),
  need: z.optional(figure),
  gain: z.optional(figure),
  loss: z.optional(figure),
  signals: z.optional(
    z.strictObject({
      age: figure,
      plan: z.optional(figure),
      semantic: z.optional(figure),
    }),
  ),
})

const pass = z.strictObject({
  pass: part.count,
  call: part.count,
  trigger: z.enum(['budget', 'cold', 'hard', 'regrade', 'manual', 'restore']),
  profile: part.text,
  before: figure,
  after: figure,
  reclaimed: figure,
  firstChanged: part.text,
  undoes: z.optional(part.count),
})

const pins = z.strictObject({
  session: z.nullable(part.text),
  rules: z.array(
    z.strictObject({ rule: part.text, source: z.enum(['settings', 'session']), holds: part.yes }),
  ),
})

/** Of what looks at the windows of sessions. */
export const FIT_SCHEMAS = {
  fit: z.strictObject({
    transcript: z.strictObject({
      format: part.text,
      session: part.text,
      model: z.nullable(part.text),
      segments: part.count,
      calls: part.count,
      tokens: part.count,
    }),
    price: z.strictObject({ name: part.text, recorded: part.yes }),
    policies: z.array(policy),
    window: z.strictObject({ segment: part.count, call: part.count, tokens: part.count }),
    kept: z.strictObject({ full: part.count, compressed: part.count, placeholder: part.count }),
    largest: z.array(
      z.strictObject({
        handle: part.text,
        key: part.text,
        kind: part.text,
        tool: z.nullable(part.text),
        path: z.nullable(part.text),
        tokens: part.count,
      }),
    ),
    advice: z.strictObject({ m_star: figure, high: figure, low: figure }),
    parts: z.optional(z.array(windowPart)),
    issues: part.issues,
  }),
  'fit proxy': z.strictObject({
    sessions: z.array(
      z.strictObject({
        session: part.text,
        calls: part.count,
        tokens: part.count,
        raw: part.count,
        passes: part.count,
        busts: part.count,
        saved: figure,
        lost: figure,
      }),
    ),
  }),
  'fit bench': z.strictObject({
    sessions: z.array(
      z.strictObject({ file: part.text, session: part.text, calls: part.count, policies: z.array(policy) }),
    ),
    calls: part.count,
    policies: z.array(policy),
  }),
  'fit diff': z.strictObject({
    segment: part.count,
    call: part.count,
    pass: z.nullable(pass),
    changes: z.array(
      z.strictObject({ key: part.text, tool: z.optional(part.text), before: part.text, after: part.text }),
    ),
  }),
  'fit recall': z.strictObject({
    found: z.literal(true),
    handle: part.text,
    key: part.text,
    tool: z.nullable(part.text),
    path: z.nullable(part.text),
    text: part.text,
    lines: part.count,
    next: z.nullable(part.count),
    offset: z.nullable(part.count),
  }),
  'fit window': z.strictObject({
    session: part.text,
    agent: part.text,
    title: z.nullable(part.text),
    asked: z.nullable(part.text),
    preset: z.enum(['light', 'balanced', 'lean']),
    budget: part.count,
    call: part.count,
    calls: part.count,
    levels: z.strictObject({ full: part.count, compressed: part.count, placeholder: part.count }),
    live_passes: part.count,
    sizes: z.array(z.strictObject({ call: part.count, raw: part.count, shown: part.count, pass: part.yes })),
    messages: z.array(
      z.strictObject({
        number: part.count,
        role: z.enum(['user', 'assistant', 'tool', 'system']),
        human: part.yes,
        parts: z.array(
          z.strictObject({
            kind: part.text,
            name: part.text,
            level,
            tokens: part.count,
            shown: part.count,
            reason: part.text,
            why: part.text,
            handle: part.text,
            p: z.optional(figure),
            loss: z.optional(figure),
            key: part.text,
            message: z.nullable(part.text),
            place: part.count,
            begins: z.optional(part.text),
            sent: z.optional(part.text),
          }),
        ),
      }),
    ),
  }),
  'fit passes': z.strictObject({ session: z.nullable(part.text), passes: z.array(pass) }),
  'fit pins': pins,
  'fit pin': pins,
  'fit unpin': pins,
}

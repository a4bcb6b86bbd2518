import { words } from '../word-list.ts'

/** What negates. */
export const NEGATORS = words(`
  非 不再 不要 不能 不会 不可 不得 不许 不应 不支持 不使用 不用 没有 没 未 无法 无需 禁止 严禁 切勿 请勿 勿 避免 不 别
`)

/** What only looks like a negator; looked for first. */
export const NOT_NEGATORS = words(`
  不仅 不但 不过 不同 不少 不断 无论 非常 未来 别名 分别 区别 级别 类别 特别 个别 不管 不如 差别 识别 除非 不一定 不得不 不超过 不少于 不低于 不大于 不小于 只不过 不可或缺
  不可变
`)

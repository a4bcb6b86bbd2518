import { words } from '../word-list.ts'

/** What negates. */
export const NEGATORS = words(`
  ない ません なく なくて ずに ず ぬ してはいけない してはならない ならない いけない 禁止 不可 厳禁 避ける なし
`)

/** What only looks like a negator; looked for first. */
export const NOT_NEGATORS = words(`
  なければならない なくてはならない ないといけない かもしれない 違いない 少ない 少なく 危ない つまらない もったいない 必ず まず いずれ はず ずつ ずっと わずか なくす なくなる
`)

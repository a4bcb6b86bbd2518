import { cueLists } from '../cue-list.ts'
import { words } from '../word-list.ts'

/** Whether something is planned, under way, done, given up or only supposed. */
export const STATUS = cueLists('status', {
  PLAN: words('计划 打算 准备 将要 拟 提议 尚未 待办'),
  PROG: words('进行中 正在'),
  DONE: words('已经 已完成 已合并 已上线 已部署 已修复 完成了 上线了'),
  DROP: words('取消 废弃 弃用 回滚 不再 中止'),
  HYP: words('可能 也许 或许 大概 怀疑 似乎 疑似'),
})

import { isSwapped } from '../../relations/order/order-triple.ts'
import { finding, type RewriteCheck } from '../rewrite-check.ts'

/** What comes first stays first. */
export const checkOrderSwapped: RewriteCheck = ({ sources, output }) =>
  sources
    .filter(({ statement }) => isSwapped(statement.order, output.order))
    .map(({ id }) => finding('order-swapped', 'reject', { source: id }))

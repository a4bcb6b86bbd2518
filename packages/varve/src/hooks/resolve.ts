// What resolves a view, in a file that is loaded only where there is something to resolve.
export { openView } from '@varve/core'

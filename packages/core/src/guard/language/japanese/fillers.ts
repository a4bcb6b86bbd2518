/** What a text may open with and say nothing by. */
export const OPENING_FILLERS: readonly string[] = [
  '注意：',
  '注意:',
  '重要：',
  '重要:',
  '備考：',
  '備考:',
  'メモ：',
  'メモ:',
  '補足：',
  '補足:',
]

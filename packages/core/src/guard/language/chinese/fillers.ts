/** What a text may open with and say nothing by. */
export const OPENING_FILLERS: readonly string[] = [
  '请注意：',
  '请注意:',
  '注意：',
  '注意:',
  '提示：',
  '提示:',
  '请记住：',
  '请记住:',
  '请记住',
  '记住：',
  '记住:',
  '记住',
  '重要：',
  '重要:',
  '备注：',
  '备注:',
]

/** A polite word that opens a clause, unless one of the characters below makes it another word. */
export const POLITE_WORD = '请'
export const NOT_POLITE_BEFORE = '求教假示柬勿'

/** Names and remarks: plain ones first, then what has broken programs before. */
export const texts = [
  'Ada',
  'Ben',
  'Cleo',
  'Dan',
  'Eve',
  '  padded  ',
  'Łódź 名 😀',
  `O'Brien "the" \\back\\ %s $1`,
  `'; drop table sales; --`,
  '<b>&amp;</b>',
  '\u202Eright to left',
  'null',
  '0',
  'two\nlines\tand a tab',
]

export function textOf(index: number): string {
  return texts[index % texts.length] ?? 'Ada'
}

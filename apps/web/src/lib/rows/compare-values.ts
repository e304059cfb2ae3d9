/** 'Box 2' before 'Box 10', and as the person's language has it. */
const { compare: compareTexts } = new Intl.Collator(undefined, { numeric: true })

export function compareValues(one: string | number, other: string | number) {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return compareTexts(String(one), String(other))
}

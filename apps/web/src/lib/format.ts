/** 'Olivia van der Berg' is 'OB'. */
export function initials(name: string) {
  const words = name.split(/\s+/).filter(Boolean)
  const [first = '', ...rest] = words.map((word) => Array.from(word)[0] ?? '')
  return (first + (rest.at(-1) ?? '')).toLocaleUpperCase()
}

/** Whether a version lies in a range as package.json's engines writes it: "^20.19.0 || >=24.0.0". */
export function isWithin(version: string, range: string): boolean {
  return range.split('||').some((part) => {
    const [, sign, least = ''] = /^\s*(\^|>=)\s*([\d.]+)\s*$/.exec(part) ?? []
    const [given, from] = [numbersOf(version), numbersOf(least)]
    if (!sign || (sign === '^' && given[0] !== from[0])) return false
    const differing = from.findIndex((number, place) => number !== (given[place] ?? 0))
    return differing === -1 || (given[differing] ?? 0) > (from[differing] ?? 0)
  })
}

const numbersOf = (version: string) => version.split('.').map((part) => Number.parseInt(part, 10))

const titleOfTest = /(['"`])((?:(?!\1)[^\n\\]|\\.)+)\1,\s*(?:async\b|\(|\{|\w+(?: =>|\]))/g
const nameOfFault = /^ {2}name: (')([^'\n]+)',$/gm

/** Finds the titles of tests and Compose steps (a text before a function), and the names of prove's faults. */
export function findTitles(source) {
  return [...source.matchAll(titleOfTest), ...source.matchAll(nameOfFault)].map((match) => ({
    title: match[2],
    line: source.slice(0, match.index).split('\n').length + (match[0].startsWith('\n') ? 1 : 0),
  }))
}

/** Groups tests by file: `file` › `title`, `title`. Files are in alphabetical order, titles in the order of the file. */
export function writeTests(tests) {
  const lines = [...new Set(tests.map(({ file }) => file))].map((file) => {
    const own = tests.filter((test) => test.file === file).map(({ title }) => writeCode(title))
    return `${writeCode(file)} › ${[...new Set(own)].join(', ')}`
  })
  return lines.toSorted((a, b) => (a < b ? -1 : 1))
}

/** Tells what stands before the first test. */
export function readNote(cell) {
  return cell.split(/(?:<br>)?`[^`]+` › /)[0].trim()
}

function writeCode(text) {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}

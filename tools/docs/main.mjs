import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { generateDocuments } from './generate.mjs'

/** Writes the generated parts of the documents, or with `--check` only compares them. Returns the exit code. */
function generateDocs(root, args) {
  const isCheck = args.includes('--check')
  const { files, problems } = generateDocuments(root)
  for (const problem of problems) console.error(problem)
  const stale = files.filter(({ before, after }) => before !== after)
  for (const { file, after } of stale) {
    if (isCheck) console.error(`${file} is stale. Run npm run docs and commit the result.`)
    else {
      writeFileSync(path.join(root, file), after)
      console.log(`Wrote ${file}.`)
    }
  }
  return problems.length > 0 || (isCheck && stale.length > 0) ? 1 : 0
}

export function main(args) {
  process.exitCode = generateDocs(path.resolve(import.meta.dirname, '../..'), args)
}

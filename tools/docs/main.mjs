import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { generateDocuments } from './document-generator.mjs'

/**
 * Writes the generated parts of the documents. With `--check` it writes nothing and reports stale documents.
 * Returns the messages, and whether one of them is an error.
 */
export function runDocs(root, args) {
  const isCheck = args.includes('--check')
  const { files, problems } = generateDocuments(root)
  const stale = files.filter(({ before, after }) => before !== after)
  if (!isCheck) for (const { file, after } of stale) writeFileSync(path.join(root, file), after)
  const messages = stale.map(({ file }) =>
    isCheck ? `${file} is stale. Run npm run docs and commit the result.` : `Wrote ${file}.`,
  )
  const failed = problems.length > 0 || (isCheck && stale.length > 0)
  return { messages: [...problems, ...messages], failed }
}

export function main(args) {
  const { messages, failed } = runDocs(path.resolve(import.meta.dirname, '../..'), args)
  for (const message of messages) console.log(message)
  process.exitCode = failed ? 1 : 0
}

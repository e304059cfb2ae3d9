import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.mjs'

/** What stands as the title of a test, or of a step: a text before the function that is it. */
export function titlesIn(file) {
  const source = readFileSync(path.join(root, file), 'utf8')
  const title = /(['"`])((?:(?!\1)[^\n\\]|\\.)+)\1,\s*(?:async\b|\(|\{|\w+(?: =>|\]))/g
  return [...source.matchAll(title)].map(([, , text]) => text ?? '')
}

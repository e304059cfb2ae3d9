import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../scripts/lib/process.mjs'

/** The files that git knows or would add. */
export const repositoryFiles = execFileSync(
  'git',
  ['-C', root, 'ls-files', '-co', '--exclude-standard'],
  { encoding: 'utf8', maxBuffer: 100_000_000 },
)
  .split('\n')
  .filter((file) => file !== '' && existsSync(path.join(root, file)))

export const pages = repositoryFiles.filter((file) => file.endsWith('.md'))

/** Reads a page without its code blocks, whose links do not count. */
export function readPage(page) {
  return readFileSync(path.join(root, page), 'utf8').replaceAll(/^```[^]*?^```$/gm, '')
}

/** The links and pictures of a page that point into the repository. */
export function linksOf(page) {
  return [...readPage(page).matchAll(/\[([^\]]*)\]\(([^)\s]+)\)/g)]
    .map(([, label = '', link = '']) => ({ label, link }))
    .filter(({ link }) => !/^[a-z]+:/.test(link))
    .map(({ label, link }) => {
      const [file = '', anchor = ''] = link.split('#')
      const target = path.posix.join(path.posix.dirname(page), file)
      return { label, link, file: target, anchor, own: !file }
    })
}

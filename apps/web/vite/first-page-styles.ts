import type { Rolldown } from 'vite'

/**
 * What can be on the screen before the app has only the styles that are in the page. A class of it
 * that the app's styles have a rule for has it there too, or the page would look otherwise until then.
 */
export function checkFirstPageStyles(html: string, early: Rolldown.OutputChunk[], styles: string) {
  const [, inPage = ''] = /<style>([^]*?)<\/style>/.exec(html) ?? []
  const there = classesOf(inPage)
  const used = new Set([html, ...early.flatMap(ownCode)].flatMap((text) => text.split(/[\s"`]+/)))
  const missing = [...classesOf(styles)].filter((name) => used.has(name) && !there.has(name))
  if (missing.length > 0) throw new Error(`first-page.css has no rule for ${missing.join(', ')}`)
}

function ownCode({ modules }: Rolldown.OutputChunk) {
  return Object.entries(modules).flatMap(([id, { code }]) =>
    code === null || id.includes('node_modules') ? [] : code,
  )
}

/** As they are written in the code: `.gap-1\.5` is gap-1.5, and a 2 in front is `\32 `. */
function classesOf(styles: string) {
  const found = styles.matchAll(/\.((?:\\[\da-f]+ ?|\\.|[a-z-])(?:\\.|[\w-])*)/gi)
  return new Set(Array.from(found, ([, name = '']) => name.replaceAll(escaped, unescape)))
}

const escaped = /\\(?:([\da-f]+) ?|(.))/gi

function unescape(_all: string, code: string | undefined, character: string) {
  return code === undefined ? character : String.fromCodePoint(Number.parseInt(code, 16))
}

import type { Rolldown } from 'vite'

/**
 * Fails the build if a class of the first page is styled only in the app's stylesheet. Until the app
 * loads, the page has only its inline styles and would look different.
 */
export function checkFirstPageStyles(
  html: string,
  earlyChunks: Rolldown.OutputChunk[],
  styles: string,
) {
  const [, inlineStyles = ''] = /<style>([^]*?)<\/style>/.exec(html) ?? []
  const inlineClasses = readClasses(inlineStyles)
  const used = new Set(
    [html, ...earlyChunks.flatMap(ownCode)].flatMap((text) => text.split(/[\s"`]+/)),
  )
  const missing = [...readClasses(styles)].filter(
    (name) => used.has(name) && !inlineClasses.has(name),
  )
  if (missing.length > 0) throw new Error(`first-page.css has no rule for ${missing.join(', ')}`)
}

function ownCode({ modules }: Rolldown.OutputChunk) {
  return Object.entries(modules).flatMap(([id, { code }]) =>
    code === null || id.includes('node_modules') ? [] : code,
  )
}

/** Unescapes CSS names into names as the code has them: `.gap-1\.5` is gap-1.5, and a leading 2 is `\32 `. */
function readClasses(styles: string) {
  const selectors = styles.matchAll(/\.((?:\\[\da-f]+ ?|\\.|[a-z-])(?:\\.|[\w-])*)/gi)
  return new Set(
    Array.from(selectors, ([, name = '']) => name.replaceAll(escapeSequence, unescape)),
  )
}

const escapeSequence = /\\(?:([\da-f]+) ?|(.))/gi

function unescape(_sequence: string, code: string | undefined, character: string) {
  return code === undefined ? character : String.fromCodePoint(Number.parseInt(code, 16))
}

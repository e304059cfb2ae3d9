import { inflateSync } from 'node:zlib'

interface PdfPage {
  /** In millimetres. */
  width: number
  height: number
  /** The lines of text from top to bottom, each from left to right. */
  lines: string[]
  /** The operations that draw the page. */
  content: string
}

/** Reads the pages of a PDF file that Chromium printed. Other programs write PDF files in other ways. */
export function readPdf(file: Buffer): PdfPage[] {
  const objects = readObjects(file)
  const textOf = (id: string | undefined) => objects.get(id ?? '')?.text ?? ''
  const fonts = new Map<string, Map<string, string>>()

  function readFont(id: string) {
    const glyphs = fonts.get(id) ?? readGlyphs(textOf(reference(textOf(id), 'ToUnicode')))
    fonts.set(id, glyphs)
    return glyphs
  }

  function readPage(id: string): PdfPage {
    const page = textOf(id)
    const [width = 0, height = 0] =
      /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/
        .exec(page)
        ?.slice(1)
        .map((points) => (Number(points) / 72) * 25.4) ?? []
    const names = /\/Font <<([^>]*)>>/.exec(page)?.[1] ?? ''
    const pageFonts = new Map(
      Array.from(names.matchAll(/\/(\w+) (\d+) 0 R/g), ([, name = '', font = '']) => [
        name,
        readFont(font),
      ]),
    )
    const { stream = '' } = objects.get(reference(page, 'Contents') ?? '') ?? {}
    return { width, height, lines: readLines(stream, pageFonts), content: stream }
  }

  const root = Array.from(objects.values()).find(({ text }) => text.includes('/Type /Catalog'))
  const readTree = (id: string): PdfPage[] => {
    const kids = /\/Kids \[([^\]]*)\]/.exec(textOf(id))?.[1]
    if (kids === undefined) return [readPage(id)]
    return Array.from(kids.matchAll(/(\d+) 0 R/g)).flatMap(([, kid = '']) => readTree(kid))
  }
  return readTree(reference(root?.text ?? '', 'Pages') ?? '')
}

function reference(text: string, name: string) {
  return new RegExp(`/${name} (\\d+) 0 R`).exec(text)?.[1]
}

/** The dictionary of each object. Its stream, if it is compressed text, replaces the dictionary of a map of glyphs. */
function readObjects(file: Buffer) {
  const source = file.toString('latin1')
  const objects = new Map<string, { text: string; stream: string }>()
  for (const { 0: head, 1: id = '', index } of source.matchAll(/(\d+) 0 obj\n/g)) {
    const start = index + head.length
    const text = source.slice(start, source.indexOf('endobj', start))
    const stream = readStream(file, start, text)
    objects.set(id, { text: stream.includes('begincmap') ? stream : text, stream })
  }
  return objects
}

function readStream(file: Buffer, start: number, text: string) {
  const begin = text.indexOf('stream\n')
  const dictionary = text.slice(0, Math.max(begin, 0))
  const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1])
  // Fonts and pictures hold no text.
  if (!dictionary.includes('/FlateDecode') || /\/Length1|\/Subtype/.test(dictionary)) return ''
  const from = start + begin + 'stream\n'.length
  return inflateSync(file.subarray(from, from + length)).toString('latin1')
}

/** Maps the glyphs of a font, as four hexadecimal digits, to text. */
function readGlyphs(map: string) {
  const glyphs = new Map<string, string>()
  const toText = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')
  for (const [, block = ''] of map.matchAll(/beginbfchar\n([^]*?)endbfchar/g)) {
    for (const [, glyph = '', hex = ''] of block.matchAll(/<(\w+)> <(\w+)>/g))
      glyphs.set(glyph, toText(hex))
  }
  for (const [, block = ''] of map.matchAll(/beginbfrange\n([^]*?)endbfrange/g)) {
    for (const [, first = '', last = '', hex = ''] of block.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      const count = Number.parseInt(last, 16) - Number.parseInt(first, 16) + 1
      for (let step = 0; step < count; step += 1)
        glyphs.set(addHex(first, step), toText(addHex(hex, step)))
    }
  }
  return glyphs
}

function addHex(hex: string, step: number) {
  return (Number.parseInt(hex, 16) + step).toString(16).toUpperCase().padStart(4, '0')
}

/** Of six numbers. An empty one changes nothing. */
type Matrix = readonly number[]

export function multiply(inner: Matrix, outer: Matrix): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = inner
  const [oa = 1, ob = 0, oc = 0, od = 1, oe = 0, of = 0] = outer
  return [
    a * oa + b * oc,
    a * ob + b * od,
    c * oa + d * oc,
    c * ob + d * od,
    e * oa + f * oc + oe,
    e * ob + f * od + of,
  ]
}

const operation =
  /\b(q|Q)\b|((?:[-\d.]+ ){6})(cm|Tm)|\/(\w+) [\d.]+ Tf|([-\d.]+) [-\d.]+ Td|<(\w+)> Tj/g

/** Sorts the runs of text by their place, because floated texts come later in the file. */
function readLines(content: string, fonts: Map<string, Map<string, string>>) {
  const runs: { x: number; y: number; text: string }[] = []
  const saved: Matrix[] = []
  let page: Matrix = []
  let text: Matrix = []
  let glyphs: Map<string, string> | undefined
  for (const [, state, numbers = '', target, font, dx, hex] of content.matchAll(operation)) {
    const matrix = numbers.trim().split(' ').map(Number)
    if (state === 'q') saved.push(page)
    else if (state === 'Q') page = saved.pop() ?? []
    else if (target === 'cm') page = multiply(matrix, page)
    else if (target === 'Tm') text = matrix
    else if (font !== undefined) glyphs = fonts.get(font)
    else if (dx !== undefined) text = multiply([1, 0, 0, 1, Number(dx), 0], text)
    else if (hex !== undefined) {
      const [, , , , x = 0, y = 0] = multiply(text, page)
      runs.push({ x, y, text: hex.replace(/\w{4}/g, (glyph) => glyphs?.get(glyph) ?? '?') })
    }
  }
  const lines = new Map<number, string>()
  for (const { y, text: run } of runs.toSorted((a, b) => b.y - a.y || a.x - b.x)) {
    const height = Math.round(y)
    lines.set(height, (lines.get(height) ?? '') + run)
  }
  return [...lines.values()]
}

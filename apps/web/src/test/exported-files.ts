import { strFromU8, unzipSync } from 'fflate'

/** The records of a CSV file after RFC 4180, each with its cells as they are written. */
export function readCsv(text: string, delimiter = ',') {
  const records: string[][] = []
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"\\r\\n${delimiter}]*))(${delimiter}|\\r\\n)`,
    'y',
  )
  let record: string[] = []
  while (cell.lastIndex < text.length) {
    const start = cell.lastIndex
    const match = cell.exec(text)
    if (!match) throw new Error(`No CSV at ${start}: ${text.slice(start, start + 40)}`)
    record.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === delimiter) continue
    records.push(record)
    record = []
  }
  return records
}

type SheetCell = string | number | Date | null

/** The parts of an XLSX file with one sheet. Numbers with a date's format are dates in UTC. */
export function readXlsx(bytes: Uint8Array) {
  const files = unzipSync(bytes)
  const part = (name: string) => strFromU8(files[name] ?? new Uint8Array())
  const sheet = part('xl/worksheets/sheet1.xml')
  const styles = part('xl/styles.xml')
  const formatOf = new Map(
    all(styles, /<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g).map(([, id, code]) => [id, code]),
  )
  const cellFormats = all(
    /<cellXfs.*<\/cellXfs>/s.exec(styles)?.[0] ?? '',
    /<xf [^>]*?numFmtId="(\d+)"/g,
  ).map(([, id]) => formatOf.get(id ?? ''))
  const formats: (string | undefined)[] = []

  function readCell(attributes: string, content: string): SheetCell {
    const format = cellFormats[Number(/ s="(\d+)"/.exec(attributes)?.[1] ?? 0)]
    const value = /<v>([^<]*)<\/v>/.exec(content)?.[1]
    const text = /<t[^>]*>([^<]*)<\/t>/.exec(content)?.[1]
    if (/ t="inlineStr"/.test(attributes)) return decodeText(text ?? '')
    if (value === undefined) return null
    return format?.includes('yyyy')
      ? new Date(Math.round((Number(value) - 25_569) * 86_400_000))
      : Number(value)
  }

  const rows = all(sheet, /<row [^>]*?(?:\/>|>(.*?)<\/row>)/gs).map(([, row = '']) => {
    const cells: SheetCell[] = []
    for (const [, attributes = '', content = ''] of all(row, /<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
      const place = columnOf(attributes)
      while (cells.length < place) cells.push(null)
      cells.push(readCell(` ${attributes}`, content))
      formats[place] ??= cellFormats[Number(/ s="(\d+)"/.exec(` ${attributes}`)?.[1] ?? 0)]
    }
    return cells
  })
  return { rows, formats, sheet }
}

function all(text: string, pattern: RegExp) {
  return [...text.matchAll(pattern)]
}

/** 'B12' is the column 1. */
function columnOf(attributes: string) {
  const letters = /r="([A-Z]+)/.exec(attributes)?.[1] ?? 'A'
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function decodeText(text: string) {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
  return text
    .replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
}

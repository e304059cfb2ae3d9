import type { ExportFile } from './export-columns'

export type ExportMoment = {
  /** The calendar day in the store's time zone. */
  day: string
  /** An instant such as 2026-11-26T14:03:00.000Z. */
  instant: string
  /** The same instant on the store's clocks. */
  localTime: string
  /** See `idHeader`. */
  shopKey: string | null
  timeZone: string
}

/** What README.txt says of one file. */
export type FileSummary = { file: ExportFile; rows: number; sum: string | undefined }

/** Explains the files of an export to a person who has never seen Stockie. */
export function formatReadme(moment: ExportMoment, summaries: FileSummary[]): string {
  const { localTime, timeZone, instant } = moment
  const lines = [
    'Everything in the shop, exported from Stockie',
    '',
    `All files show the shop at one moment: ${localTime} (${timeZone}), which is ${instant}.`,
    'Deleted records are left out, and so are accounts, settings and parked sales.',
    'This is no backup: Stockie can restore a backup, but not these files.',
    '',
    'How to read the files',
    '',
    'Each file is a table in CSV (RFC 4180): UTF-8, commas between the columns, titles in the first row.',
    'Money is in dollars. Numbers have a point before the decimals, and no commas.',
    `Days are year-month-day, in the time zone ${timeZone}. Times are in UTC, which their Z stands for.`,
    "A text that begins with = + - @ ' or a tab has an apostrophe before it, so that no spreadsheet",
    'runs it as a formula.',
    'If your spreadsheet shows one column only, use its import of text files, with the comma as the delimiter.',
    'The title ID is followed by the key of the shop. An import into another shop leaves such IDs out.',
    '',
    'Totals',
    '',
    ...summaries.map(formatTotal),
    ...summaries.flatMap(({ file }) => describeFile(file)),
  ]
  return `${lines.join('\n')}\n`.replaceAll('\n', '\r\n')
}

function formatTotal({ file, rows, sum }: FileSummary): string {
  const count = `${fileName(file).padEnd(24)}${rows} ${rows === 1 ? 'row' : 'rows'}`
  return file.sum ? `${count}, ${file.sum.title} in all: ${sum}` : count
}

function describeFile(file: ExportFile): string[] {
  const words = Object.entries(file.words ?? {})
  return [
    '',
    fileName(file),
    '',
    file.about,
    '',
    ...alignPairs(file.columns.map(({ title, about }) => [title, about])),
    ...(words.length > 0 ? ['', ...alignPairs(words, '    ')] : []),
  ]
}

function alignPairs(pairs: readonly (readonly [string, string])[], indent = '  '): string[] {
  const width = Math.max(...pairs.map(([word]) => word.length)) + 2
  return pairs.map(([word, about]) => `${indent}${word.padEnd(width)}${about}`)
}

export function fileName({ name }: ExportFile): string {
  return `${name}.csv`
}

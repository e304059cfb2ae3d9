import { strToU8, zipSync } from 'fflate'

const namespace = 'http://schemas.openxmlformats.org'
const relationships = `${namespace}/officeDocument/2006/relationships`

/** The parts of an XLSX file with the rows of its sheet as XML. More parts may be added, or others put in their place. */
export function workbookParts(rows: string, parts: Record<string, string> = {}) {
  return {
    'xl/workbook.xml': `<workbook xmlns:r="${relationships}"><sheets><sheet name="First" sheetId="1" r:id="r1"/><sheet name="Second" sheetId="2" r:id="r2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${[
      ['r1', 'worksheet', 'worksheets/sheet1.xml'],
      ['r2', 'worksheet', 'worksheets/sheet2.xml'],
      ['r3', 'sharedStrings', 'sharedStrings.xml'],
      ['r4', 'styles', 'styles.xml'],
      ['r5', 'externalLink', 'externalLinks/externalLink1.xml'],
    ]
      .map(
        ([id, type, target]) =>
          `<Relationship Id="${id}" Type="${relationships}/${type}" Target="${target}"/>`,
      )
      .join('')}</Relationships>`,
    // The second style is that of a day.
    'xl/styles.xml': `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': sheetOf(rows),
    'xl/worksheets/sheet2.xml': sheetOf('<row r="1"><c r="A1"><v>2</v></c></row>'),
    ...parts,
  }
}

const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`

export function createWorkbook(rows: string, parts: Record<string, string> = {}): Buffer {
  return zipTexts(workbookParts(rows, parts))
}

export function zipTexts(texts: Record<string, string>): Buffer {
  const parts = Object.entries(texts).map(([name, text]) => [name, strToU8(text)])
  return Buffer.from(zipSync(Object.fromEntries(parts)))
}

/** A row of texts. */
export function textRow(line: number, ...texts: string[]): string {
  const cells = texts.map(
    (text, place) => `<c r="${nameCell(line, place)}" t="inlineStr"><is><t>${text}</t></is></c>`,
  )
  return `<row r="${line}">${cells.join('')}</row>`
}

const nameCell = (line: number, place: number) => `${String.fromCodePoint(65 + place)}${line}`

/** Changes the size of a part that the directory of a ZIP file states. */
export function stateSize(zip: Buffer, part: string, size: number): Buffer {
  const copy = Buffer.from(zip)
  const directoryEntry = Buffer.from('PK\u0001\u0002')
  let at = copy.indexOf(directoryEntry)
  while (at >= 0) {
    const name = copy.subarray(at + 46, at + 46 + copy.readUInt16LE(at + 28)).toString()
    if (name === part) copy.writeUInt32LE(size, at + 24)
    at = copy.indexOf(directoryEntry, at + 4)
  }
  return copy
}

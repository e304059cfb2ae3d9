import { afterAll, beforeAll, expect, test } from 'vitest'
import { createImportClient } from '#test/support/import-client'
import { startTestApi, type TestApi } from '#test/support/test-api'
import { openTestShop, type TestShop } from '#test/support/test-shop'
import { createWorkbook, textRow } from '#test/support/workbook'

let api: TestApi
let shop: TestShop
let client: ReturnType<typeof createImportClient>
beforeAll(async () => {
  api = await startTestApi()
  shop = await openTestShop(api)
  client = createImportClient(api, shop.token)
})
afterAll(() => api.stop())

/** The table that the API reads from a file: its header and its first rows. */
async function readTable(file: string | Buffer): Promise<string[][]> {
  const { columns, sample } = await client.upload('customers', file)
  return [columns, ...sample]
}

const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const table = 'Name,Phone\nJörg Müller,1\n'
/** With a quotation mark that begins the first cell only if the byte order mark is no part of it. */
const marked = '\uFEFF"Name",Phone\nJörg Müller,1\n'
const cells = [
  ['Name', 'Phone'],
  ['Jörg Müller', '1'],
]

async function expectCells(_name: string, file: string | Buffer): Promise<void> {
  expect(await readTable(file)).toEqual(cells)
}

test.each([
  ['commas', 'Name,Phone\nJörg Müller,1\n'],
  ['semicolons', 'Name;Phone\nJörg Müller;1\n'],
  ['CRLF', 'Name,Phone\r\nJörg Müller,1\r\n'],
  ['UTF-8 and a mark', marked],
  ['UTF-16 LE and a mark', utf16(marked)],
  ['Windows-1252', Buffer.from(table, 'latin1')],
])('an upload reads a CSV file with %s', expectCells)

test.each([
  ['tabs', 'Name\tPhone\nJörg Müller\t1\n'],
  ['the delimiter in its first line', 'sep=;\r\nName;Phone\r\nJörg Müller;1\r\n'],
  ['more commas within quotation marks', '"Name";"Phone"\n"Jörg Müller";1\n'],
  ['CR', 'Name,Phone\rJörg Müller,1\r'],
  ['no last line end', 'Name,Phone\nJörg Müller,1'],
  ['UTF-16 LE', utf16(table)],
  ['UTF-16 BE', utf16(table).swap16()],
  ['UTF-16 BE and a mark', utf16(marked).swap16()],
])('an upload reads a CSV file with %s @long', expectCells)

test.each([
  ['UTF-8', (text: string) => Buffer.from(text)],
  ['UTF-16 LE', utf16],
  ['UTF-16 BE', (text: string) => utf16(text).swap16()],
])('an upload reads Cyrillic letters in a file with the mark of %s @long', async (_, encode) => {
  // Few of its bytes are zero, so only the mark tells UTF-16.
  const file = encode('\uFEFFИмя,Телефон\nЮлия Щукина,один\n')
  expect(await readTable(file)).toEqual([
    ['Имя', 'Телефон'],
    ['Юлия Щукина', 'один'],
  ])
})

test('an upload reads the characters that only Windows-1252 has', async () => {
  const file = Buffer.from('Name\n\u0080 5 \u0096 Caf\u00e9\n', 'latin1')
  expect(await readTable(file)).toEqual([['Name'], ['€ 5 – Café']])
})

test('an upload reads line breaks, delimiters and quotation marks within quotation marks', async () => {
  const file = '"Full; name",Address\n"Ben ""B""","First\r\nSecond, third\nFourth"\n5" pipe,x\n'
  expect(await readTable(file)).toEqual([
    ['Full; name', 'Address'],
    ['Ben "B"', 'First\r\nSecond, third\nFourth'],
    ['5" pipe', 'x'],
  ])
})

test('an upload counts the rows of the file, and leaves out the empty ones', async () => {
  const { id, rowCount } = await client.upload('customers', 'Name\n\n"Two\nlines"\n  \nBen\n')
  expect(rowCount).toBe(2)
  const { rows } = await client.preview(id)
  expect(rows.new.map(({ line }) => line)).toEqual([3, 5])
})

test('an upload reads texts, numbers, days, truth values and results of formulas from the first sheet', async () => {
  const file = createWorkbook(
    `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>
     <row r="2"><c r="A2" s="1"><v>46010</v></c><c r="B2" s="1"><v>46010.5</v></c><c r="C2"><v>19.5</v></c></row>
     <row r="3"><c r="A3" t="b"><v>1</v></c><c r="B3"><f>1+2</f><v>3</v></c><c r="C3" t="str"><f>[1]Other!A1</f><v>Tea</v></c></row>
     <row r="5"><c r="A5"><v>4006381333931</v></c><c r="B5" t="e"><v>#N/A</v></c><c r="C5" t="s"><v>3</v></c></row>`,
    {
      'xl/sharedStrings.xml': `<sst><si><t>Day</t></si><si><r><t>Ti</t></r><r><t>me</t></r></si><si><t>A &amp; B</t></si>
        <si><t xml:space="preserve"> &lt;Jörg&gt;
☕</t></si></sst>`,
      'xl/vbaProject.bin': 'macro',
      'xl/externalLinks/externalLink1.xml': '<externalLink/>',
    },
  )
  expect(await readTable(file)).toEqual([
    ['Day', 'Time', 'A & B'],
    ['2025-12-19', '2025-12-19 12:00:00', '19.5'],
    ['true', '3', 'Tea'],
    ['4006381333931', '', ' <Jörg>\n☕'],
  ])
})

test('an upload reads escaped characters of an XLSX file as they were written', async () => {
  const file = createWorkbook(
    textRow(1, 'Name', 'Address') + textRow(2, '_x005F_x0041_ &amp; _x0041_', 'a_x000D_\nb'),
  )
  expect(await readTable(file)).toEqual([
    ['Name', 'Address'],
    ['_x0041_ & A', 'a\r\nb'],
  ])
})

test('an upload removes the apostrophes from an XLSX file if all texts like formulas have one', async () => {
  const rows =
    textRow(1, 'Name', 'Phone') + textRow(2, "''quoted", "'+44 20") + textRow(3, "'=1", '7')
  expect(await readTable(createWorkbook(rows))).toEqual([
    ['Name', 'Phone'],
    ["'quoted", '+44 20'],
    ['=1', '7'],
  ])
  for (const text of ['+44 20', "'s-Gravenhage"]) {
    const [, ...others] = await readTable(createWorkbook(rows + textRow(4, text)))
    expect(others).toEqual([["''quoted", "'+44 20"], ["'=1", '7'], [text]])
  }
})

test('an import does not remove apostrophes from an XLSX file whose formulas are not protected', async () => {
  const file = createWorkbook(textRow(1, 'Name') + textRow(2, "'=twice") + textRow(3, '=1+1'))
  const { rows } = await client.preview((await client.upload('customers', file)).id)
  expect(rows.new.map(({ values }) => values['name'])).toEqual(["'=twice", '=1+1'])
  const csv = await client.upload('customers', "Name\n''=twice\n'=1+1\n")
  const { rows: fromCsv } = await client.preview(csv.id)
  expect(fromCsv.new.map(({ values }) => values['name'])).toEqual(["'=twice", '=1+1'])
})

test('an upload cuts a long text between two characters, and the preview says that it is too long', async () => {
  const file = `Name,Address\nBen,${'x'.repeat(9999)}☕🎈\nCem,${'x'.repeat(9999)}🎈\n`
  const { id } = await client.upload('customers', file)
  const { rows } = await client.preview(id)
  expect(rows.refused).toMatchObject([
    { problems: [{ field: 'address', message: 'Address must have at most 2,000 characters' }] },
    { problems: [{ field: 'address' }] },
  ])
})

test('a row with too many cells is refused, because its values may be in the wrong columns', async () => {
  const file = 'Name,Phone,\nBen,junior,1,2\nCem\nDan,1,\n,,,5\n'
  const { id } = await client.upload('customers', file)
  const { rows, counts } = await client.preview(id)
  expect(counts).toMatchObject({ new: 2, refused: 2 })
  expect(rows.new.map(({ values }) => [values['name'], values['phone']])).toEqual([
    ['Cem', null],
    ['Dan', '1'],
  ])
  const message =
    'This row has 4 cells, but the header has 3. Put quotation marks around texts with commas.'
  expect(rows.refused).toMatchObject([
    { line: 2, problems: [{ field: null, message }] },
    { line: 5, problems: [{ field: null, message }] },
  ])
  const refused = await api.call(`/imports/${id}/refused`, { token: shop.token })
  expect(refused.text.split('\r\n')[1]).toBe(`Ben,junior,1,2,"${message}"`)
})

test('a row with too few cells is refused if a required field is missing', async () => {
  const { id } = await client.upload('products', 'Product Name,Category,Cost,Price\nMate,Drinks\n')
  expect((await client.preview(id)).rows.refused).toMatchObject([
    {
      problems: [
        { field: 'cost', message: 'Cost must be a positive integer' },
        { field: 'price', message: 'Price must be a positive integer' },
      ],
    },
  ])
})

test('a file with one header twice says which column it does not use', async () => {
  const { id, mapping } = await client.upload('customers', 'Name,Phone,Phone\nBen,1,2\n')
  expect(mapping).toEqual({ name: [0], phone: [1] })
  const { notes, rows } = await client.preview(id)
  expect(notes).toEqual(['Several columns are named "Phone". Check which one is used.'])
  expect(rows.new).toMatchObject([{ values: { phone: '1' } }])
})

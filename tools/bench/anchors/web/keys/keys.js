// What a list cannot do without if it is to be quick: its rows, one text a row to search in, and one
// array of ranks a column to sort by. Nothing else is held, and nothing is shown.
const columns = [
  (row) => row.name,
  (row) => row.categoryName,
  (row) => row.cost,
  (row) => row.price,
  (row) => row.stock,
  (row) => row.description,
]

const response = await fetch('/rows.json')
const rows = await response.json()
if (columns.some((valueOf) => valueOf(rows[0]) === undefined))
  throw new Error('A column is missing.')

const texts = rows.map((row) =>
  columns
    .map((valueOf) => valueOf(row) ?? '')
    .join('\n')
    .toLowerCase(),
)

const ranks = columns.map((valueOf) => {
  const values = [...new Set(rows.map(valueOf))].toSorted(compare)
  const rankOf = new Map(values.map((value, rank) => [value, rank]))
  return Uint32Array.from(rows, (row) => rankOf.get(valueOf(row)))
})

function compare(one, other) {
  if (one === other) return 0
  return other === null || one < other ? -1 : 1
}

globalThis.held = { rows, texts, ranks }

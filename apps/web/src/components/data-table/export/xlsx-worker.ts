import type { ExportCell, ExportedColumn } from './export-plan'
import { writeSheet } from './xlsx-sheet'

/** The first message of the page. The others are rows, and null after the last ones. */
export interface SheetStart {
  name: string
  columns: ExportedColumn[]
}

/** 'more' asks for rows. */
export type SheetAnswer = 'more' | Blob

type PageMessage = { data: SheetStart | ExportCell[][] | null }

let receive: (rows: ExportCell[][] | null) => void = () => {}

self.addEventListener('message', ({ data }: PageMessage) => {
  if (data === null || Array.isArray(data)) return receive(data)
  writeSheet(data.name, data.columns, receiveRows()).then(answer, (error: unknown) =>
    // A worker reports errors to its page, but no rejections.
    setTimeout(() => {
      throw error
    }),
  )
})

async function* receiveRows() {
  for (;;) {
    const rows = await new Promise<ExportCell[][] | null>((resolve) => {
      receive = resolve
      answer('more')
    })
    if (!rows) return
    yield* rows
  }
}

function answer(message: SheetAnswer) {
  self.postMessage(message)
}

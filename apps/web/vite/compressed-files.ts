import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** In bytes. Below this size the extra headers outweigh the saving. */
const minSize = 1024

/** Writes .br and .gz files at the highest level, so that the server never compresses. */
export function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.values(bundle).map((file) => ({
        name: path.join(dir, file.fileName),
        content: Buffer.from(file.type === 'chunk' ? file.code : file.source),
      }))
      const large = files.filter(({ content }) => content.length > minSize)
      await Promise.all(
        large.flatMap(({ name, content }) => [
          brotli(content).then((compressed) => writeFile(`${name}.br`, compressed)),
          gzip(content, { level: 9 }).then((compressed) => writeFile(`${name}.gz`, compressed)),
        ]),
      )
    },
  }
}

import path from 'node:path'

export function anchorFile(name: string): string {
  return path.resolve(import.meta.dirname, '../anchors', name)
}

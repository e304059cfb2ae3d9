/** One line that changes on a terminal, a line each elsewhere. */
export function createProgress({ stderr }: Pick<NodeJS.Process, 'stderr'>) {
  const width = stderr.isTTY ? stderr.columns : 0
  return {
    show: (text: string) => {
      stderr.write(width ? `\r\u001B[K${text.slice(0, width - 1)}` : `${text}\n`)
    },
    done: () => void (width && stderr.write('\r\u001B[K')),
  }
}

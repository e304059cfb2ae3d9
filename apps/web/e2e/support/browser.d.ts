declare module '*/browser.mjs' {
  export const browserArgs: string[]
  export function findBrowser(): Promise<string>
}

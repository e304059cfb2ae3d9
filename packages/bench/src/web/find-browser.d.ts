declare module '*/find-browser.mjs' {
  export function findBrowser(): Promise<string>
}

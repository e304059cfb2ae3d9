/** What Stockie is made of, as CycloneDX has it. The same lockfile gives the same text: nothing in it is a date. */
export function makeSbom({ packages, licences, version }) {
  const stockie = { type: 'application', 'bom-ref': `stockie@${version}`, name: 'stockie', version }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...stockie, licenses: [{ license: { id: 'MIT' } }] } },
    components: packages.map((each) => toComponent(each, licences.get(each.key))),
    dependencies: packages.map(({ key, needs }) => ({ ref: key, dependsOn: needs.toSorted() })),
  }
}

function toComponent({ key, name, version, integrity, isOptional }, licence) {
  const [, group, bare = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? []
  return {
    type: 'library',
    'bom-ref': key,
    ...(group && { group }),
    name: bare,
    version,
    scope: isOptional ? 'optional' : 'required',
    hashes: [toHash(integrity)],
    ...(licence && { licenses: [toLicence(licence)] }),
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  }
}

function toHash(integrity) {
  const [, bits, digest = ''] = /^sha(\d+)-(.+)$/.exec(integrity) ?? []
  return { alg: `SHA-${bits}`, content: Buffer.from(digest, 'base64').toString('hex') }
}

/** "MIT" is an identifier, "(MIT OR Apache-2.0)" a sentence of them. */
function toLicence(licence) {
  return /^[\w.+-]+$/.test(licence) ? { license: { id: licence } } : { expression: licence }
}

import manifest from '../../../package.json' with { type: 'json' }

/** The version of this package; the build copies the manifest in, so nothing is read at run time. */
export const version = manifest.version
/** The Node versions the package is for, as `>=20.19`. */
export const nodeRange = manifest.engines.node
/** The packages the engine loads from `node_modules`. */
export const enginePackages: readonly string[] = Object.keys(manifest.dependencies)

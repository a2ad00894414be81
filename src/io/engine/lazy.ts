import v8 from 'node:v8'

/** Returns a function that loads a value on its first call and hands out the same one ever after. */
export function lazy<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => (loaded ??= load())
}

/** Prepares V8 for WebAssembly: without the flag the optimizing compiler takes seconds and keeps the process alive. */
export function prepareWasm(): void {
  v8.setFlagsFromString('--liftoff-only')
}

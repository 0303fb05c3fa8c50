interface TrustedPlace {
  readonly origin: 'person' | 'folder'
  readonly root: string
  /** Relative to the root. */
  readonly place: string
}

/** The user's own first, in the given order; no place twice if the folder is their home. */
export function trustedPlaces(
  { folder, home }: { readonly folder: string; readonly home: string },
  {
    inFolder,
    inHome,
  }: { readonly inFolder: readonly string[]; readonly inHome: readonly string[] },
): readonly TrustedPlace[] {
  return [
    ...inHome.map((place) => ({ origin: 'person', root: home, place }) as const),
    ...(folder === home ? [] : inFolder).map(
      (place) => ({ origin: 'folder', root: folder, place }) as const,
    ),
  ]
}

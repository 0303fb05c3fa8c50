export type StoreFault = 'full' | 'readOnly' | 'damaged' | 'io'

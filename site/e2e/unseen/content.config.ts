// The same content as the product's own pages read.
export { collections } from '../../src/content.config.ts';

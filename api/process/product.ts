import site from '#content/site.json' with { type: 'json' };

/** What the product is called and where it is found outside; editors keep it in content/site.json. */
export const product = site;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Plain words as they stand in XML or HTML, in text and in attributes. */
export const escapeMarkup = (words: string) => words.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** Asks for the department's name in a text field. */
export const OTHER_DEPARTMENT = 'Other';

/** Choices of the form; the API accepts any text (docs/api.md 1.4). */
export const DEPARTMENTS = [
  'Information Technology',
  'Instrumentation and Control Engineering',
  'Computer Science and Engineering',
  'Electronics and Communication Engineering',
  'Data Science Engineering',
  'Electrical Engineering',
  'Mechanical Engineering',
  'Civil Engineering',
  'Chemical Engineering',
  'Biotechnology',
  'Mathematics and Computing',
  'Data Science and Engineering',
  'Artificial Intelligence and Machine Learning',
  'Cyber Security',
  'Industrial and Production Engineering',
  'Textile Technology',
  OTHER_DEPARTMENT,
] as const;

import { article, blog, type DemoLeague, link, video } from './shape.ts';

export const QUANTUM: DemoLeague = {
  name: 'Quantum',
  description:
    'From a single qubit to your first circuit on a simulator. Linear algebra is taught as you need it, and every idea is run before it is believed.',
  badge: {
    name: 'First Superposition',
    description: 'Finished every topic of the Quantum league and ran each circuit along the way.',
  },
  weeks: [
    {
      name: 'One qubit',
      description: 'States, gates and measurement, with the algebra that carries them.',
      sections: [
        {
          name: 'States and amplitudes',
          resources: [
            article('Quantum computing for the very curious', 'https://quantum.country/qcvc'),
            article('Bloch sphere', 'https://en.wikipedia.org/wiki/Bloch_sphere'),
            video('Essence of linear algebra', 'https://www.3blue1brown.com/topics/linear-algebra'),
          ],
        },
        {
          name: 'Gates and measurement',
          resources: [
            link('Quirk, a circuit simulator to drag and drop', 'https://algassert.com/quirk'),
            article('Quantum logic gate', 'https://en.wikipedia.org/wiki/Quantum_logic_gate'),
            article('Qiskit documentation', 'https://docs.quantum.ibm.com/'),
          ],
        },
      ],
    },
    {
      name: 'Several qubits',
      description: 'Entanglement, the first algorithms, and what noise does to them.',
      sections: [
        {
          name: 'Entanglement',
          resources: [
            article("Bell's theorem", 'https://en.wikipedia.org/wiki/Bell%27s_theorem'),
            article('How quantum teleportation works', 'https://quantum.country/teleportation'),
            video('Quantum Physics I', 'https://ocw.mit.edu/courses/8-04-quantum-physics-i-spring-2016/'),
          ],
        },
        {
          name: 'Algorithms',
          resources: [
            article('How the quantum search algorithm works', 'https://quantum.country/search'),
            article(
              'Polynomial-time algorithms for prime factorization (Shor)',
              'https://arxiv.org/abs/quant-ph/9508027',
            ),
            video('Qiskit on YouTube', 'https://www.youtube.com/@qiskit'),
          ],
        },
        {
          name: 'Noise, and what it is good for',
          resources: [
            article('Quantum computing in the NISQ era and beyond', 'https://arxiv.org/abs/1801.00862'),
            article('Quantum error correction', 'https://en.wikipedia.org/wiki/Quantum_error_correction'),
            blog('Shtetl-Optimized', 'https://scottaaronson.blog/'),
          ],
        },
      ],
    },
  ],
};

import { article, blog, type DemoLeague, link, video } from './shape.ts';

export const IOT: DemoLeague = {
  name: 'IoT',
  description:
    'Sensors, small boards and the radio between them. You solder something, it talks to something else, and by the end it does a job on campus without you.',
  badge: {
    name: 'Signal Found',
    description: 'Finished every topic of the IoT league, from a blinking light to a message received.',
  },
  weeks: [
    {
      name: 'One board',
      description: 'Pins, sensors and the wires between them.',
      sections: [
        {
          name: 'First light',
          resources: [
            article(
              'Getting started with Arduino',
              'https://docs.arduino.cc/learn/starting-guide/getting-started-arduino/',
            ),
            article('Blink', 'https://docs.arduino.cc/built-in-examples/basics/Blink/'),
            link('Wokwi: simulate the board first', 'https://docs.wokwi.com/'),
          ],
        },
        {
          name: 'Buses and signals',
          resources: [
            article('I2C', 'https://learn.sparkfun.com/tutorials/i2c'),
            article('Pulse width modulation', 'https://learn.sparkfun.com/tutorials/pulse-width-modulation'),
            video('GreatScott! on YouTube', 'https://www.youtube.com/@greatscottlab'),
          ],
        },
      ],
    },
    {
      name: 'Boards that talk',
      description: 'Messages over the air, and keeping strangers out of them.',
      sections: [
        {
          name: 'Messages',
          resources: [
            article('MQTT', 'https://mqtt.org/'),
            article('The Constrained Application Protocol', 'https://www.rfc-editor.org/rfc/rfc7252'),
            link('Eclipse Mosquitto, a broker to run', 'https://mosquitto.org/'),
          ],
        },
        {
          name: 'Radio and chips',
          resources: [
            article('MicroPython documentation', 'https://docs.micropython.org/en/latest/'),
            article(
              'ESP-IDF programming guide',
              'https://docs.espressif.com/projects/esp-idf/en/latest/esp32/',
            ),
            link('The Things Network: LoRaWAN', 'https://www.thethingsnetwork.org/docs/'),
          ],
        },
        {
          name: 'Safe in the field',
          resources: [
            link('OWASP Internet of Things', 'https://owasp.org/www-project-internet-of-things/'),
            blog('Adafruit blog', 'https://blog.adafruit.com/'),
            link('Home Assistant documentation', 'https://www.home-assistant.io/docs/'),
          ],
        },
      ],
    },
  ],
};

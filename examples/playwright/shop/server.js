import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const FILES = {
  '/': ['index.html', 'text/html'],
  '/shop.js': ['shop.js', 'text/javascript'],
  '/shop.css': ['shop.css', 'text/css'],
};

createServer((request, response) => {
  if (request.method === 'POST' && request.url === '/orders') {
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"number":7}');
    return;
  }
  const [name, type] = FILES[request.url] ?? [];
  if (name === undefined) {
    response.writeHead(404).end();
    return;
  }
  const content = readFileSync(new URL(name, import.meta.url));
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(content);
}).listen(Number(process.env.PORT), '127.0.0.1');

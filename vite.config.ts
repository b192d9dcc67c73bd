import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    target: 'es2022',
    // Data URLs in scripts and styles would need the CSP opened for them, and cannot be cached on their own.
    assetsInlineLimit: 0,
  },
})

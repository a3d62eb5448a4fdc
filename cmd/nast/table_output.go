package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

// tableOutput is a list as a file: csv or xlsx, to standard output or into a file.
type tableOutput struct {
	app          *app
	format, file string
}

func (o *tableOutput) flags(c *cobra.Command) {
	c.Flags().StringVar(&o.format, "format", "", "as a file: csv or xlsx")
	c.Flags().StringVarP(&o.file, "output", "o", "", "write the file here, over what is there (default: standard output)")
	check := c.Args
	c.Args = func(c *cobra.Command, args []string) error {
		if err := check(c, args); err != nil {
			return err
		}
		return o.complete()
	}
}

// complete takes the format from the name of the file, and refuses what is neither.
func (o *tableOutput) complete() error {
	if o.format == "" && o.file != "" {
		o.format = strings.ToLower(strings.TrimPrefix(filepath.Ext(o.file), "."))
	}
	switch o.format {
	case "csv", "xlsx":
		return nil
	case "":
		if o.file == "" {
			return nil
		}
		return usage("say with --format whether %s is csv or xlsx", o.file)
	}
	return usage("%q is no format; there are csv and xlsx", o.format)
}

func (o *tableOutput) asked() bool { return o.format != "" }

// write writes what the service has answered.
func (o *tableOutput) write(content []byte, err error) error {
	if err != nil {
		return err
	}
	if o.file == "" || o.file == "-" {
		_, err = o.app.out.Write(content)
		return err
	}
	if err := os.WriteFile(o.file, content, 0o644); err != nil {
		return err
	}
	o.app.say("Wrote %s.", display.Clean(o.file))
	return nil
}
